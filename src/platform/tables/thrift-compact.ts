/** A value of the Thrift compact protocol, as far as Parquet's metadata needs it. */
export type ThriftValue =
  | { i32: number }
  | { i64: number }
  | { text: string }
  | { list: ThriftValue[] }
  | { struct: Record<number, ThriftValue> };

const types = { i32: 5, i64: 6, text: 8, list: 9, struct: 12 } as const;
const MAX_SHORT_LIST = 14;

/** Encodes a struct: https://github.com/apache/thrift/blob/master/doc/specs/thrift-compact-protocol.md */
export function encodeThrift(fields: Record<number, ThriftValue>): Buffer {
  const bytes: number[] = [];
  writeStruct(fields, bytes);
  return Buffer.from(bytes);
}

/** Unsigned LEB128. */
export function varint(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) | 0x80);
  return [...bytes, rest];
}

function writeStruct(fields: Record<number, ThriftValue>, bytes: number[]): void {
  let last = 0;
  // Integer keys are in ascending order.
  for (const [key, value] of Object.entries(fields)) {
    const id = Number(key);
    bytes.push(((id - last) << 4) | typeOf(value));
    last = id;
    writeValue(value, bytes);
  }
  bytes.push(0);
}

function writeValue(value: ThriftValue, bytes: number[]): void {
  if ('i32' in value)
    bytes.push(...varint(2 * value.i32)); // zigzag of a number of 0 or more
  else if ('i64' in value) bytes.push(...varint(2 * value.i64));
  else if ('text' in value) {
    const text = Buffer.from(value.text);
    bytes.push(...varint(text.length), ...text);
  } else if ('list' in value) writeList(value.list, bytes);
  else writeStruct(value.struct, bytes);
}

function writeList(values: ThriftValue[], bytes: number[]): void {
  const type = values[0] === undefined ? types.struct : typeOf(values[0]);
  if (values.length <= MAX_SHORT_LIST) bytes.push((values.length << 4) | type);
  else bytes.push(0xf0 | type, ...varint(values.length));
  for (const value of values) writeValue(value, bytes);
}

function typeOf(value: ThriftValue): number {
  return types[Object.keys(value)[0] as keyof typeof types];
}
