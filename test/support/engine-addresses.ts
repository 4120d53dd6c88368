/** The URI of the database with this name on the mongod of the test run. Give each test file its own name. */
export function testMongodbUri(database: string): string {
  const uri = new URL(required('ASSAY_TEST_MONGODB_URI'));
  uri.pathname = `/${database}`;
  return uri.toString();
}

/** `host:port` of the Temporal server of the test run. Give each test file its own task queue. */
export function testTemporalAddress(): string {
  return required('ASSAY_TEST_TEMPORAL_ADDRESS');
}

function required(variable: string): string {
  const value = process.env[variable];
  if (!value) throw new Error(`${variable} is not set: the global setup of jest sets it`);
  return value;
}
