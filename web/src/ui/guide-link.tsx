import type { ReactNode } from 'react';

interface GuideLinkProps {
  /** The name of the guide, with the anchor of a heading: `sets`, `ingestion#limits`. */
  guide: string;
  children: ReactNode;
}

/** A link to a guide, which the service serves. It opens another tab, so that nothing in the page is lost. */
export function GuideLink({ guide, children }: GuideLinkProps) {
  return (
    <a href={`/docs/guides/${guide}`} target="_blank" rel="noreferrer">
      {children}
    </a>
  );
}
