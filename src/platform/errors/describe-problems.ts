/** A problem as the service reports it, and as it validates. */
interface PlainProblem {
  loc: readonly (string | number)[];
  msg: string;
  type: string;
}

const LISTED_PROBLEMS = 3;
const BLANKS = /[\s\p{Cc}]+/gu;

/** The first problems on one line, as `listProblems`. */
export function describeProblems(problems: readonly PlainProblem[], depth: number, whole: string): string {
  return listProblems(problems.slice(0, LISTED_PROBLEMS), depth, whole).join('; ');
}

/** Each problem on a line after its location below the first `depth` names, or `whole`, which may be empty. */
export function listProblems(problems: readonly PlainProblem[], depth: number, whole: string): string[] {
  return problems.map((problem) =>
    [problem.loc.slice(depth).join('.') || whole, describeProblem(problem)]
      .filter((part) => part !== '')
      .join(': ')
      .replace(BLANKS, ' '),
  );
}

/** The types of problems, which are pydantic's, in the words of a JSON file. */
const expectations: Record<string, string> = {
  missing: 'missing',
  extra_forbidden: 'unknown field',
  string_type: 'expected text',
  int_type: 'expected a whole number',
  int_parsing: 'expected a whole number',
  int_from_float: 'expected a whole number',
  float_type: 'expected a number',
  float_parsing: 'expected a number',
  bool_type: 'expected true or false',
  bool_parsing: 'expected true or false',
  list_type: 'expected a list',
  dict_type: 'expected an object',
  uuid_parsing: 'expected an id such as 0f0e4a4e-9c2b-4f37-8a55-7d5c1c6f9a10',
};

/** Messages of zod that do not say what is expected. */
const formats: Record<string, string> = {
  'Invalid URL': 'expected an address such as https://example.com',
  'Invalid email address': 'expected an email address',
  'Invalid input': 'invalid value',
};

/** Where a bound is stated, its noun and number are; the rest is for clients of the API. */
function describeProblem({ type, msg }: PlainProblem): string {
  const expectation = expectations[type];
  if (expectation !== undefined) return expectation;
  const text = msg
    .replace(/^Value error, /, '')
    .replace(/^(?:Input|String|List) should /, 'should ')
    .replace(/ after validation, not \d+$/, '');
  return formats[text] ?? text;
}
