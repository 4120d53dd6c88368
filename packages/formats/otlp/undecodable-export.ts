/** The body as a whole is not an OTLP export. */
export class UndecodableExport extends Error {
  override readonly name = 'UndecodableExport';
}
