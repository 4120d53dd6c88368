/** The first user of each service of tests. Apart from the service, which some tests only start. */
export const owner = {
  email: 'owner@example.test',
  password: 'a long enough password',
  apiKey: 'bootstrap-key-0123456789abcdefghijklm',
};
