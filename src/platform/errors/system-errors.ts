export type FileUse = 'read' | 'written';

/** Error codes of the operating system, of zlib and of text decoding, to be read after a path. */
const fileReasons: Record<string, (use: FileUse) => string> = {
  ENOENT: (use) => (use === 'read' ? 'does not exist' : 'cannot be written: its folder does not exist'),
  EACCES: (use) => `cannot be ${use}: permission denied`,
  EPERM: (use) => `cannot be ${use}: permission denied`,
  EISDIR: () => 'is a folder, not a file',
  EEXIST: () => 'is a file, not a folder',
  ENOTDIR: (use) => `cannot be ${use}: a part of the path is a file, not a folder`,
  ENAMETOOLONG: (use) => `cannot be ${use}: the name is too long`,
  ELOOP: (use) => `cannot be ${use}: its symbolic links form a loop`,
  EMFILE: (use) => `cannot be ${use}: too many open files`,
  ENOSPC: () => 'cannot be written: the disk is full',
  EROFS: () => 'cannot be written: the file system is read-only',
  Z_BUF_ERROR: () => 'is a gzip file that ends too early',
  Z_DATA_ERROR: () => 'is a damaged gzip file',
  ERR_FS_FILE_TOO_LARGE: () => 'is too large',
  ERR_STRING_TOO_LONG: () => 'is too large',
  ERR_ENCODING_INVALID_ENCODED_DATA: () => 'is not UTF-8 text',
};

/** Error codes of the operating system, of Node.js, its HTTP client and TLS. */
const networkReasons: Record<string, string> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'connection closed',
  EPIPE: 'connection closed',
  UND_ERR_SOCKET: 'connection closed',
  ENOTFOUND: 'unknown host',
  EAI_AGAIN: 'unknown host',
  EHOSTUNREACH: 'host unreachable',
  ENETUNREACH: 'network unreachable',
  ETIMEDOUT: 'timeout',
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
  UND_ERR_HEADERS_TIMEOUT: 'timeout',
  UND_ERR_BODY_TIMEOUT: 'timeout',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'the certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'the certificate is self-signed',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'the issuer of the certificate is unknown',
  UNABLE_TO_GET_ISSUER_CERT: 'the issuer of the certificate is unknown',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'the issuer of the certificate is unknown',
  CERT_HAS_EXPIRED: 'the certificate has expired',
  CERT_NOT_YET_VALID: 'the certificate is not valid yet',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate is for another host',
  ERR_SSL_WRONG_VERSION_NUMBER: 'the port does not use TLS; try http://',
  EPROTO: 'the TLS handshake failed',
};

const listenReasons: Record<string, string> = {
  EADDRINUSE: 'another program uses it',
  EADDRNOTAVAIL: 'this machine has no such address',
  EACCES: 'permission denied',
};

interface SystemError {
  message?: unknown;
  cause?: unknown;
  code?: unknown;
  syscall?: unknown;
  path?: unknown;
  address?: unknown;
  port?: unknown;
}

/** Why a file cannot be used, to be read after its path; null for other errors. */
export function describeFileError(error: unknown, use: FileUse): string | null {
  const { code } = (error ?? {}) as SystemError;
  return fileReasons[String(code)]?.(use) ?? null;
}

/** Why a connection failed, by an error or its causes; null for other errors. */
export function describeNetworkError(error: unknown): string | null {
  if (typeof error !== 'object' || error === null) return null;
  const { code, cause } = error as SystemError;
  return networkReasons[String(code)] ?? describeNetworkError(cause);
}

/** The message of an error for the person who started the process: raw errors of the system in words. */
export function describeFailure(error: unknown): string {
  const { message, code, syscall, path, address, port } = (error ?? {}) as SystemError;
  const place = [address, port].filter((part) => part !== undefined).join(':');
  if (syscall === 'listen' && listenReasons[String(code)] !== undefined)
    return `Cannot listen on ${place}: ${listenReasons[String(code)]}`;
  const fileReason = typeof path === 'string' ? describeFileError(error, 'read') : null;
  if (fileReason !== null) return `${path} ${fileReason}`;
  const reason = typeof syscall === 'string' ? describeNetworkError(error) : null;
  if (reason === null) return typeof message === 'string' ? message : String(error);
  return `No response from ${place || 'the server'}: ${reason}`;
}
