/** Returns the URL parameters with these names that are set. */
export function readFilters<Name extends string>(
  search: URLSearchParams,
  names: readonly Name[],
): Partial<Record<Name, string>> {
  const filters: Partial<Record<Name, string>> = {};
  for (const name of names) {
    const value = search.get(name);
    if (value !== null && value !== '') filters[name] = value;
  }
  return filters;
}

/** Returns URL parameters after changes; empty and null values remove a parameter. */
export function withParams(search: URLSearchParams, changes: Record<string, string | null>): URLSearchParams {
  const changed = new URLSearchParams(search);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === '') changed.delete(name);
    else changed.set(name, value);
  }
  return changed;
}
