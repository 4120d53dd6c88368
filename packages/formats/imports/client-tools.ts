import { fieldsOf, listOf } from '../values/fields';
import { textIn } from '../values/known-values';

/** The tools of a request that the client runs, as sent; those of the provider have no definition. */
export function clientTools(request: Record<string, unknown>): unknown[] {
  return [...listOf(request.tools), ...listOf(request.functions)].filter((tool) => {
    const { type, name, function: called, custom } = fieldsOf(tool);
    const isOfClient = type === undefined || type === 'function' || type === 'custom';
    return isOfClient && textIn(name ?? fieldsOf(called ?? custom).name) !== undefined;
  });
}
