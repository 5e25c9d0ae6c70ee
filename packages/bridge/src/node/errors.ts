import { BridgeError, type BridgeErrorCode } from '../types.ts';

const CODES: Readonly<Record<string, BridgeErrorCode>> = {
  ECONNREFUSED: 'refused',
  ENOTFOUND: 'dns',
  EAI_AGAIN: 'dns',
  ECONNRESET: 'reset',
  EPIPE: 'reset',
  UND_ERR_SOCKET: 'reset',
  ETIMEDOUT: 'timeout',
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
  UND_ERR_DESTROYED: 'aborted',
  UND_ERR_CLOSED: 'aborted',
  UND_ERR_ABORTED: 'aborted',
};
const TLS_CODE = /^(ERR_TLS|ERR_SSL|CERT_|EPROTO|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_)/;

/** The bridge's error for whatever undici, ws or Node reported. `hasStarted`: whether a byte may have been written. */
export function toBridgeError(error: unknown, hasStarted: boolean): BridgeError {
  if (error instanceof BridgeError) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new BridgeError(codeOf(error), message || 'the connection failed', hasStarted, error);
}

function codeOf(error: unknown): BridgeErrorCode {
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
  return CODES[code] ?? (TLS_CODE.test(code) ? 'tls' : 'network');
}
