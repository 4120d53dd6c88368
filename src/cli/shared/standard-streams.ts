/** What commands get of the process: results go to stdout, progress and messages to stderr. */
export const standardStreams = { env: process.env, output: process.stdout, messages: process.stderr };
