import { packageRoot } from '../src/platform/package-root';
import { readRoot } from './artifacts';

/** The newest part of the changelog, which says what users see, and the commits since the last tag. */
export async function releaseNotes(): Promise<string> {
  const { ConventionalChangelog } = await import('conventional-changelog'); // has no CommonJS
  const commits = new ConventionalChangelog(packageRoot)
    .readPackage()
    .loadPreset('conventionalcommits')
    .write();
  let text = '';
  for await (const part of commits) text += part;
  return `${newestChanges(readRoot('CHANGELOG.md'))}\n\n# Commits\n\n${text.trim()}\n`;
}

/** The first section of a changelog in the format of https://keepachangelog.com/en/1.1.0/. */
export function newestChanges(changelog: string): string {
  const [, section = ''] = changelog.split(/^(?=## \[)/m);
  return section.trim();
}
