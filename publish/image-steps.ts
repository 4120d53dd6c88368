import { cpSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { type Copy, DockerfileParser, type Instruction } from 'dockerfile-ast';
import { run } from './command';

/** The folders of a built stage. */
interface Stage {
  /** Is `/` of the image. */
  root: string;
  workDir: string;
  environment: Record<string, string>;
  command: string[];
}

export interface ImageOptions {
  dockerfile: string;
  /** The build context. */
  context: string;
  /** Empty; each stage becomes a folder in it. */
  folder: string;
  /** The environment of the machine, in place of the base image. */
  env: NodeJS.ProcessEnv;
}

/**
 * Runs the steps of a Dockerfile without a container engine: each stage in a folder that takes the place of `/`.
 * Resolves to the last stage. Base images, users and ports are not its subject.
 * @throws Error for a step that fails, or that it does not know
 */
export async function runImageSteps({ dockerfile, context, folder, env }: ImageOptions): Promise<Stage> {
  const stages = new Map<string, Stage>();
  let stage: Stage | undefined;
  for (const instruction of DockerfileParser.parse(readFileSync(dockerfile, 'utf8')).getInstructions()) {
    if (instruction.getKeyword() === 'FROM') {
      const name =
        /\bAS\s+(\w+)/i.exec(instruction.getRawArgumentsContent() ?? '')?.[1] ?? `stage-${stages.size}`;
      stage = { root: join(folder, name), workDir: '/', environment: {}, command: [] };
      mkdirSync(stage.root, { recursive: true });
      stages.set(name, stage);
    } else if (stage !== undefined) {
      await runStep(instruction, stage, { stages, context, env });
    }
  }
  if (stage === undefined) throw new Error(`${dockerfile} has no stage`);
  return stage;
}

interface Surroundings {
  stages: ReadonlyMap<string, Stage>;
  context: string;
  env: NodeJS.ProcessEnv;
}

async function runStep(
  instruction: Instruction,
  stage: Stage,
  { stages, context, env }: Surroundings,
): Promise<void> {
  const content = instruction.getRawArgumentsContent() ?? '';
  switch (instruction.getKeyword()) {
    case 'WORKDIR':
      stage.workDir = content;
      mkdirSync(pathIn(stage, '.'), { recursive: true });
      return;
    case 'ENV': {
      const [name = '', ...value] = content.split('=');
      stage.environment[name] = value.join('=');
      return;
    }
    case 'COPY': {
      const from = (instruction as Copy)
        .getFlags()
        .find((flag) => flag.getName() === 'from')
        ?.getValue();
      const source = from === undefined || from === null ? undefined : stages.get(from);
      const paths = instruction.getArguments().map((argument) => argument.getValue());
      const target = paths.pop() ?? '';
      for (const path of paths) copy(source ? join(source.root, path) : join(context, path), target, stage);
      return;
    }
    case 'RUN':
      await run('sh', ['-euc', content], { cwd: pathIn(stage, '.'), env: { ...env, ...stage.environment } });
      return;
    case 'CMD':
      stage.command = JSON.parse(content);
      return;
    case 'USER':
    case 'EXPOSE':
      return;
    default:
      throw new Error(`The step ${instruction.getKeyword()} is unknown here`);
  }
}

/** A folder is copied by its content, a file also into a folder, as by COPY. */
function copy(source: string, target: string, stage: Stage): void {
  const isIntoFolder = target.endsWith('/') && !statSync(source).isDirectory();
  cpSync(source, pathIn(stage, isIntoFolder ? target + basename(source) : target), { recursive: true });
}

function pathIn({ root, workDir }: Stage, path: string): string {
  return join(root, resolve(workDir, path));
}
