/** A dependency that is not used by what is tested. */
export const unused = async (): Promise<never> => {
  throw new Error('must not be called');
};
