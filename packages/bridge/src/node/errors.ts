import { BridgeError, type BridgeErrorCode } from '../types.ts';

const CODES: Readonly<Record<string, BridgeErrorCode>> = {
  ECONNREFUSED: 'refused',
  ENOTFOUND: 'dns',
  EAI_AGAIN: 'dns',
  ECONNRESET: 'reset',
  EPIPE: 'reset',
  UND_ERR_SOCKET: 'reset',
  // of a connection that stood: before that see below.
  ETIMEDOUT: 'reset',
  UND_ERR_DESTROYED: 'aborted',
  UND_ERR_CLOSED: 'aborted',
  UND_ERR_ABORTED: 'aborted',
};
const NO_CONNECTION: ReadonlySet<string> = new Set(['ETIMEDOUT', 'UND_ERR_CONNECT_TIMEOUT']);
const TLS_CODE = /^(ERR_TLS|ERR_SSL|CERT_|EPROTO|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_)/;

/** The bridge's error for whatever undici, ws or Node reported. `hasStarted`: whether a byte may have been written. */
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
