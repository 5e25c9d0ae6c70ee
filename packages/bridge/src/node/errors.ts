import { BridgeError, type BridgeErrorCode } from '../types.ts';

const CODES: Readonly<Record<string, BridgeErrorCode>> = {
  ECONNREFUSED: 'refused',
  ENOTFOUND: 'dns',
  EAI_AGAIN: 'dns',
  ECONNRESET: 'reset',
  EPIPE: 'reset',
  UND_ERR_SOCKET: 'reset',
  // On an open connection. During connecting, ETIMEDOUT means `unreachable`: see `codeOf`.
  ETIMEDOUT: 'reset',
  UND_ERR_DESTROYED: 'aborted',
  UND_ERR_CLOSED: 'aborted',
  UND_ERR_ABORTED: 'aborted',
};
const NO_CONNECTION: ReadonlySet<string> = new Set(['ETIMEDOUT', 'UND_ERR_CONNECT_TIMEOUT']);
const TLS_CODE = /^(ERR_TLS|ERR_SSL|CERT_|EPROTO|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_)/;

/** Turns an error of undici, ws or Node into the bridge's error. `hasStarted`: whether a byte may have been written. */
export function toBridgeError(error: unknown, hasStarted: boolean): BridgeError {
  if (error instanceof BridgeError) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new BridgeError(codeOf(error, hasStarted), message || 'the connection failed', hasStarted, error);
}

function codeOf(error: unknown, hasStarted: boolean): BridgeErrorCode {
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (!hasStarted && NO_CONNECTION.has(code)) return 'unreachable';
  return CODES[code] ?? (TLS_CODE.test(code) ? 'tls' : 'network');
}
