/** The body as a whole is not an OTLP export, or has too much. */
export class UndecodableExport extends Error {
  override readonly name = 'UndecodableExport';
}
