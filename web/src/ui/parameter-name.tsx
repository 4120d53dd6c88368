import { Fragment } from 'react';

/** The path of a parameter, which a narrow column breaks after a dot, not within a word. */
export function ParameterName({ path }: { path: string }) {
  const parts = path.split(/(?<=\.)/);
  return parts.map((part, index) => (
    <Fragment key={parts.slice(0, index + 1).join('')}>
      {part}
      <wbr />
    </Fragment>
  ));
}
