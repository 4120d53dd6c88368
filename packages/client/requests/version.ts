/** The version of this package, which is that of the service that it was built with. */
export const version = '0.1.0';

/** The part of a version in which a client and a service have to be equal: until 1.0 the minor one counts too. */
export function compatibleVersion(version: string): string {
  const [major = '', minor = ''] = version.split('.');
  return major === '0' ? `${major}.${minor}` : major;
}
