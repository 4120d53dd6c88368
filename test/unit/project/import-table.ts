/**
 * The rooms of the code, from the bottom up, each with the rooms that it may import. A name includes
 * everything below it; a longer name allows a part of a room. The reasons:
 * docs/adr/0022-rooms-and-import-directions.md.
 */
export const importTable: Record<string, readonly string[]> = {
  'src/platform': [],
  'src/statistics': [],
  // What runs in the sandbox of workflows depends on nothing that it does not replay.
  workflows: ['src/platform/errors', 'src/statistics'],
  'src/access': ['src/platform', 'workflows'],
  'src/invalidation': ['src/platform'],
  'src/conversations': ['src/platform', 'src/access/limits', 'src/invalidation'],
  'src/providers': ['src/platform', 'src/conversations/transcript'],
  'src/evaluation': [
    'src/platform',
    'src/statistics',
    'workflows',
    'src/access',
    'src/conversations',
    'src/providers',
  ],
  'src/ingestion': ['src/platform', 'src/conversations', 'src/evaluation/online'],
  'src/importers': ['src/platform', 'src/conversations', 'src/ingestion'],
  'src/analytics': ['src/platform', 'src/statistics', 'src/invalidation', 'src/conversations'],
  'src/review': ['src/platform', 'src/statistics', 'src/conversations'],
  'src/experiments': [
    'src/platform',
    'src/statistics',
    'workflows',
    'src/access',
    'src/conversations',
    'src/providers',
    'src/evaluation',
  ],
  'src/optimization': [
    'src/platform',
    'src/statistics',
    'workflows',
    'src/access',
    'src/conversations',
    'src/providers',
    'src/evaluation',
    'src/experiments',
  ],
  activities: ['workflows', 'src/access', 'src/evaluation', 'src/experiments', 'src/optimization'],
  // The entries, and what composes them.
  src: [
    'src/platform',
    'workflows',
    'src/access',
    'src/invalidation',
    'src/conversations',
    'src/providers',
    'src/evaluation',
    'src/review',
    'src/ingestion',
    'src/importers',
    'src/analytics',
    'src/experiments',
    'src/optimization',
    'activities',
  ],
  'src/cli': [
    'src/platform',
    'src/statistics',
    'workflows',
    'src/access',
    'src/conversations',
    'src/providers',
    'src/evaluation',
    'src/review',
    'src/ingestion',
    'src/importers',
    'src/analytics',
    'src/experiments',
    'src/optimization',
    'src',
  ],
  'web/src/api': [],
  'web/src/text': ['web/src/api'],
  'web/src/ui': ['web/src/api', 'web/src/text'],
  'web/src/workspace': ['web/src/api', 'web/src/text', 'web/src/ui'],
  'web/src/pages': ['web/src/api', 'web/src/text', 'web/src/ui', 'web/src/workspace'],
  'web/src/app': ['web/src/api', 'web/src/ui', 'web/src/workspace', 'web/src/pages'],
  'web/src': ['web/src/app'],
};

/** The entry whose files read one workspace at a time. */
export const scopedEntry = 'src/api.ts';

/** The entries whose files may read across workspaces, which `*.unscoped.repository.ts` do. */
export const unscopedEntries = ['src/worker.ts', 'src/cli/migrate.command.ts'];
