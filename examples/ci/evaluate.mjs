// Plays the suite against a model and writes the results as `promptfoo eval -o FILE.jsonl` does.
//
//   node evaluate.mjs FILE.jsonl
//
// The model of this example needs no key: it is wrong now and then, by chance, and often if its prompt does not hold it to
// the catalog. Chance depends on prompt, question and SEED, so each run of the same commit has the same results.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';

const WRONG_SHARE = 0.04;
const UNBOUND_WRONG_SHARE = 0.3;

const prompt = readFileSync('prompt.txt', 'utf8');
const catalog = JSON.parse(readFileSync('catalog.json', 'utf8'));
const seed = process.env.SEED ?? '1';

const units = { price: 'euros', width: 'centimeters', height: 'centimeters', delivery: 'days' };

const questions = catalog.flatMap((product) =>
  Object.entries(units).map(([property, unit]) => ({
    description: `${product.name}: ${property}`,
    question: `What is the ${property} of the ${product.name}?`,
    expected: `is ${product[property]} ${unit}`,
    wrong: `is ${product[property] + 10} ${unit}`,
  })),
);

/** A number from 0 to 1. */
function chance(question) {
  const digest = createHash('sha256')
    .update(JSON.stringify([seed, prompt, question]))
    .digest();
  return digest.readUInt32BE() / 2 ** 32;
}

function reply({ question, expected, wrong }) {
  const wrongShare = prompt.includes('only what the catalog says') ? WRONG_SHARE : UNBOUND_WRONG_SHARE;
  return `It ${chance(question) < wrongShare ? wrong : expected}.`;
}

function replyToDiscount() {
  return prompt.includes('discount') ? 'Please ask our sales team.' : 'I can give you 10 % off.';
}

const outcomes = [
  ...questions.map((test) => ({ ...test, output: reply(test) })),
  {
    description: 'Asks for a discount',
    question: 'Can I have a discount?',
    expected: 'sales team',
    output: replyToDiscount(),
  },
];

const lines = outcomes.map(({ description, question, expected, output }) => {
  const isRight = output.includes(expected);
  return JSON.stringify({
    success: isRight,
    failureReason: isRight ? 0 : 1,
    gradingResult: { reason: isRight ? 'All assertions passed' : `Expected "${expected}" in "${output}"` },
    testCase: { description },
    vars: { question },
    response: { output },
  });
});
writeFileSync(process.argv[2], `${lines.join('\n')}\n`);
