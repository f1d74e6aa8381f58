/**
 * What a failure of the system means, by its code. The runtimes that this program runs under, and their versions, say it in
 * words of their own; a user reads the same everywhere.
 */
const meanings: { readonly [code: string]: string } = {
  EACCES: "permission denied",
  EAGAIN: "resource temporarily unavailable",
  EBADF: "bad file descriptor",
  EBUSY: "resource busy or locked",
  EDQUOT: "disk quota exceeded",
  EEXIST: "file already exists",
  EFBIG: "file too large",
  EINVAL: "invalid argument",
  EIO: "i/o error",
  EISDIR: "illegal operation on a directory",
  ELOOP: "too many symbolic links encountered",
  EMFILE: "too many open files",
  ENAMETOOLONG: "name too long",
  ENFILE: "file table overflow",
  ENODEV: "no such device",
  ENOENT: "no such file or directory",
  ENOSPC: "no space left on device",
  ENOTDIR: "not a directory",
  ENOTEMPTY: "directory not empty",
  ENXIO: "no such device or address",
  EPERM: "operation not permitted",
  EPIPE: "broken pipe",
  EROFS: "read-only file system",
  ETXTBSY: "text file is busy",
  EXDEV: "cross-device link not permitted",
}

/** The code of what a runtime threw for the system, such as `ENOSPC`. */
export function systemCode(thrown: unknown): string | undefined {
  return thrown instanceof Error && "code" in thrown && typeof thrown.code === "string" ? thrown.code : undefined
}

/** The code and what it means, such as `EACCES: permission denied`, without the call and the path of the failure. */
export function systemWords(thrown: Error): string {
  const code = systemCode(thrown)
  const meaning = code === undefined ? undefined : meanings[code]
  return meaning === undefined ? thrown.message.replace(/^(E[A-Z]+: [^,]+), .*$/su, "$1") : `${code}: ${meaning}`
}
