/** The door of the library: what is not exported here is its own. */
export { exactlyOne, hasValue, isOneOf, lacks, needsOne, unless, when } from './conditions';
