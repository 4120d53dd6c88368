const vm = require('node:vm');
require('./native-modules');
const WatchedEnvironment = require('./watched-environment');

/** Names the context of the process itself: what is compiled for it shares the classes of modules that Node.js loads. */
const nativeContext = vm.createContext({});
const { compileFunction } = vm;

vm.compileFunction = (source, parameters, { parsingContext, ...options }) =>
  compileFunction(source, parameters, {
    ...options,
    ...(parsingContext !== nativeContext && { parsingContext }),
  });

/**
 * Runs a test file in the context of the process, next to modules that all files share (`native-modules.js`): in another
 * context, an object of a test is not deeply equal to one of a module, because each context has its own `Object`.
 */
module.exports = class NativeEnvironment extends WatchedEnvironment {
  constructor(config, context) {
    super(config, context);
    this.before = { console: globalThis.console, exit: process.exit };
    this.global = globalThis;
  }

  getVmContext() {
    return nativeContext;
  }

  async teardown() {
    await super.teardown();
    globalThis.console = this.before.console;
    process.exit = this.before.exit;
  }
};
