import type { ReactNode } from 'react';

/** A 16 × 16 line icon. It is hidden from screen readers, so it needs a text next to it. */
function Icon({ children }: { children: ReactNode }) {
  return (
    <svg
      width="16"
      height="16"
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      {children}
    </svg>
  );
}

export const MenuIcon = () => (
  <Icon>
    <path d="M2 4h12M2 8h12M2 12h12" />
  </Icon>
);

export const ChevronIcon = () => (
  <Icon>
    <path d="m4 6 4 4 4-4" />
  </Icon>
);

export const OverviewIcon = () => (
  <Icon>
    <path d="M2 13h12M4 13V8M8 13V3M12 13V6" />
  </Icon>
);

export const ConversationsIcon = () => (
  <Icon>
    <path d="M2.5 3h11v8h-6L4 13.5V11H2.5z" />
  </Icon>
);

export const FindingsIcon = () => (
  <Icon>
    <path d="M3.5 14V2.5h9l-2 3 2 3h-9" />
  </Icon>
);

export const SetsIcon = () => (
  <Icon>
    <path d="m8 2 6 3-6 3-6-3zM2 8l6 3 6-3M2 11l6 3 6-3" />
  </Icon>
);

export const ReviewIcon = () => (
  <Icon>
    <path d="M2 4h7M2 8h4M2 12h4M8.5 10.5l2 2L14 8" />
  </Icon>
);

export const ExperimentsIcon = () => (
  <Icon>
    <path d="M6 2h4M7 2v4l-4 7a.7.7 0 0 0 .6 1h8.8a.7.7 0 0 0 .6-1L9 6V2M5 10h6" />
  </Icon>
);

export const RunsIcon = () => (
  <Icon>
    <path d="M2 11.5 6 7l3 2.5L14 4M10.5 4H14v3.5" />
  </Icon>
);

export const SettingsIcon = () => (
  <Icon>
    <path d="M2 4.5h7M13 4.5h1M2 11.5h1M7 11.5h7" />
    <circle cx="11" cy="4.5" r="1.75" />
    <circle cx="5" cy="11.5" r="1.75" />
  </Icon>
);

export const CopyIcon = () => (
  <Icon>
    <rect x="5.5" y="5.5" width="8" height="8" rx="1.5" />
    <path d="M3 10.5V3.8c0-.7.6-1.3 1.3-1.3H10" />
  </Icon>
);

export const JumpIcon = () => (
  <Icon>
    <path d="M8 13V3M4 7l4-4 4 4" />
  </Icon>
);

export const GuidesIcon = () => (
  <Icon>
    <path d="M8 4c-1.5-1-3.500-1.200-5.500-1v9c2-.2 4 0 5.500 1 1.500-1 3.500-1.200 5.500-1v-9c-2-.2-4 0-5.500 1zM8 4v9" />
  </Icon>
);

export const ApiIcon = () => (
  <Icon>
    <path d="M5 4.5 1.5 8 5 11.5M11 4.5 14.5 8 11 11.5M9 3 7 13" />
  </Icon>
);

export const IngestionIcon = () => (
  <Icon>
    <path d="M8 2v8M5 7l3 3 3-3M2 10v4h12v-4" />
  </Icon>
);
