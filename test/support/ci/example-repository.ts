import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageRoot } from '../../../src/platform/package-root';

const GITHUB_ACTION = '.github/actions/assay-gate/action.yml';
const GITLAB_TEMPLATE = 'ci/assay-gate.yml';

/** A copy of a folder of `examples` with the action and the template, as docs/gate-in-ci.md makes one. */
export class ExampleRepository {
  private readonly parent = mkdtempSync(join(tmpdir(), 'assay-pipeline-'));
  readonly folder = join(this.parent, 'repository');

  constructor(example = 'ci') {
    cpSync(join(packageRoot, 'examples', example), this.folder, { recursive: true });
    cpSync(join(packageRoot, 'action.yml'), join(this.folder, GITHUB_ACTION));
    cpSync(join(packageRoot, 'ci/gitlab/assay-gate.yml'), join(this.folder, GITLAB_TEMPLATE));
  }

  replaceIn(file: string, text: string, replacement: string): void {
    const path = join(this.folder, file);
    const content = readFileSync(path, 'utf8');
    if (!content.includes(text)) throw new Error(`${file} has no "${text}"`);
    // A function, because a replacement may have patterns like $'.
    writeFileSync(
      path,
      content.replace(text, () => replacement),
    );
  }

  remove(): void {
    rmSync(this.parent, { recursive: true, force: true });
  }
}
