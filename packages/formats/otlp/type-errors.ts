import { isMessage } from '../values/fields';
import { textOf } from '../values/texts';
import { toInteger, wireField } from './wire-fields';

/** Returns how a value is not of its type, as the rest of a sentence that starts with its name; null if it is. */
type TypeCheck = (value: unknown) => string | null;

const expect =
  (expected: string, isOfType: (value: unknown) => boolean): TypeCheck =>
  (value) =>
    isOfType(value) ? null : ` should be ${expected}`;

const text = expect('text', (value) => typeof value === 'string');
const integer = expect('an integer', (value) => toInteger(value) !== null);

function list(checkEntry: TypeCheck): TypeCheck {
  return (value) => {
    if (!Array.isArray(value)) return ' should be a list';
    for (const [index, entry] of value.entries()) {
      const error = checkEntry(entry);
      if (error !== null) return `[${index}]${error}`;
    }
    return null;
  };
}

/** A message with these fields, each of them optional. */
function message(fields: Record<string, TypeCheck>): TypeCheck {
  const checks = Object.entries(fields);
  return (value) => {
    if (!isMessage(value)) return ' should be an object';
    for (const [name, check] of checks) {
      const content = wireField(value, name) ?? null;
      const error = content === null ? null : check(content);
      if (error !== null) return `.${name}${error}`;
    }
    return null;
  };
}

const pairs = list(message({ key: text }));

/** Also an object, as some writers of JSON have it. */
const attributes: TypeCheck = (value) => {
  if (isMessage(value)) return null;
  const isList =
    Array.isArray(value) && (value.length === 0 || value.some((pair) => pair?.key !== undefined));
  return isList ? pairs(value) : ' should be a list of {key, value}';
};

const statusCode = expect(
  'an integer or the name of a status code',
  (value) => toInteger(value) !== null || /^(STATUS_CODE_)?(UNSET|OK|ERROR)$/i.test(textOf(value)),
);

/** The fields that are read, without ids. Others may be of any type. */
const messages = {
  Span: message({
    name: text,
    startTimeUnixNano: integer,
    endTimeUnixNano: integer,
    attributes,
    events: list(message({ name: text, attributes })),
    status: message({ code: statusCode, message: text }),
  }),
  LogRecord: message({ timeUnixNano: integer, observedTimeUnixNano: integer, attributes, eventName: text }),
  Resource: message({ attributes }),
  InstrumentationScope: message({ name: text, version: text }),
};

/** Finds a field that is read and is not of its type, as a sentence for the sender; null if there is none. */
export function findTypeError(type: keyof typeof messages, value: unknown): string | null {
  // Only protobuf has byte arrays, and there types cannot be wrong.
  if (isMessage(value) && value.traceId instanceof Uint8Array) return null;
  const error = messages[type](value);
  return error === null ? null : type + error;
}

/**
 * The types of an AnyValue, as the JSON form of protobuf has them: https://protobuf.dev/programming-guides/json/
 * The values in a list or an object are not checked here.
 */
export const valueTypes: readonly [name: string, findError: TypeCheck][] = Object.entries({
  stringValue: text,
  boolValue: expect('true or false', (value) => typeof value === 'boolean'),
  intValue: integer,
  doubleValue: expect('a number', isNumber),
  bytesValue: expect('text', (value) => typeof value === 'string' || value instanceof Uint8Array),
  arrayValue: message({ values: list(() => null) }),
  kvlistValue: message({ values: pairs }),
});

function isNumber(value: unknown): boolean {
  const number = textOf(value).trim();
  return number === 'NaN' || (number !== '' && !Number.isNaN(Number(number)));
}
