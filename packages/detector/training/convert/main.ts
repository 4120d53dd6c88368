import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageFolder } from '../../base/package-folder';
import { writeLines } from '../twins-cases';
import { convertHaluEval, type HaluEvalRecord } from './halueval';
import { convertRagTruth, type RagTruthResponse, type RagTruthSource, readSourceSplits } from './ragtruth';

const USAGE = `Usage: npm run convert -- ragtruth RAGTruth/dataset OUT
       npm run convert -- halueval HaluEval/data OUT

Writes the labeled conversations that \`assay measure\` and \`npm run train\` read into the folder OUT.
`;

const tablePath = (name: string): string => join(packageFolder, 'training/convert', name);

/** `npm run convert`: public datasets, as they are published, to labeled conversations. */
function main([dataset, from, to]: string[]): void {
  if (from === undefined || to === undefined) throw new Error(USAGE);
  const files =
    dataset === 'ragtruth' ? ragTruthFiles(from) : dataset === 'halueval' ? haluEvalFiles(from) : null;
  if (files === null) throw new Error(USAGE);
  mkdirSync(to, { recursive: true });
  for (const [name, cases] of files) {
    writeLines(join(to, name), cases);
    process.stdout.write(`${cases.length} cases written to ${join(to, name)}\n`);
  }
}

function ragTruthFiles(folder: string): [name: string, cases: object[]][] {
  const cases = convertRagTruth(
    readLines<RagTruthResponse>(join(folder, 'response.jsonl')),
    readLines<RagTruthSource>(join(folder, 'source_info.jsonl')),
    readSourceSplits(readFileSync(tablePath('ragtruth-sources.tsv'), 'utf8')),
  );
  return [...cases].map(([split, ofSplit]) => [`ragtruth-${split}.jsonl.gz`, ofSplit]);
}

function haluEvalFiles(folder: string): [name: string, cases: object[]][] {
  const pairs = readFileSync(tablePath('halueval-pairs.txt'), 'utf8').trim().split('\n');
  const records = readLines<HaluEvalRecord>(join(folder, 'qa_data.json'));
  return [['halueval-dev.jsonl.gz', convertHaluEval(records, new Set(pairs))]];
}

function readLines<T>(path: string): T[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as T);
}

try {
  main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
