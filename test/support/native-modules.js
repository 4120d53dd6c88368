const { transformSync } = require('@swc/core');
const { createHash } = require('node:crypto');
const { readFileSync } = require('node:fs');
const Module = require('node:module');

const options = {
  jsc: { parser: { syntax: 'typescript' }, target: 'es2023' },
  module: { type: 'commonjs' },
  sourceMaps: 'inline',
};

/** Lets `require` of Node.js read TypeScript, as jest does. */
Module._extensions['.ts'] ??= (module, filename) => {
  const { code } = transformSync(readFileSync(filename, 'utf8'), { ...options, filename });
  module._compile(code, filename);
};

globalThis.requireOnce = require;

/** Not where jest runs the global set-up, which is no test and has its modules already. */
const isInTest = () => process.env.JEST_WORKER_ID !== undefined;

/**
 * A transformer for modules that jest is not to load again for each test file: Node.js loads them once per process. Jest
 * would evaluate about a thousand modules for each file that starts the service, and keep them.
 */
module.exports = {
  process(source, filename) {
    if (isInTest()) return { code: `module.exports = requireOnce(${JSON.stringify(filename)});` };
    if (filename.endsWith('.ts')) return transformSync(source, { ...options, filename });
    return { code: source.replace(/^\/\/# sourceMappingURL=.*$/m, '') };
  },
  getCacheKey: (source, filename) =>
    createHash('sha1').update(`${isInTest()} ${filename} ${source}`).digest('hex'),
};
