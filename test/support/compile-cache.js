const vm = require('node:vm');

/**
 * Jest compiles each module again for each test file, most of which load the whole service. V8's cache of the first
 * time saves about half of that.
 */
const compiledModules = new Map();
const { compileFunction } = vm;

vm.compileFunction = (source, parameters, options) => {
  const known = compiledModules.get(options.filename);
  if (known?.source === source)
    return compileFunction(source, parameters, { ...options, cachedData: known.cachedData });
  const compiled = compileFunction(source, parameters, { ...options, produceCachedData: true });
  if (compiled.cachedDataProduced)
    compiledModules.set(options.filename, { source, cachedData: compiled.cachedData });
  return compiled;
};
