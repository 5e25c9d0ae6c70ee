/** Refusals of the control API. A refused call has changed nothing. Body: {code, message}. */
import { WorldError } from '../world/errors.ts';

export class ControlError extends Error {
  readonly statusCode: number;
  readonly code: string;
  constructor(statusCode: number, code: string, message: string) {
    super(message);
    this.name = 'ControlError';
    this.statusCode = statusCode;
    this.code = code;
  }
}

export const badRequest = (message: string): ControlError => new ControlError(400, 'badRequest', message);
export const notFound = (code: string, message: string): ControlError => new ControlError(404, code, message);

export interface Refusal {
  readonly statusCode: number;
  readonly body: { readonly code: string; readonly message: string };
}

const refusal = (statusCode: number, code: string, message: string): Refusal => ({
  statusCode,
  body: { code, message },
});

function fromWorldError({ code, message }: WorldError): Refusal {
  switch (code) {
    case 'unknownShop':
    case 'unknownBuyer':
    case 'unknownConversation':
      return refusal(404, code, message);
    case 'badMessageId':
      return refusal(400, code, message);
    case 'journalClosed':
      return refusal(503, code, message);
    case 'journalForeign':
    case 'journalUnreadable':
      return refusal(500, code, message);
  }
}

/** The framework's own refusals (bad JSON, body too large) carry a status of their own. */
function frameworkStatus(error: unknown): number | null {
  if (!(error instanceof Error) || !('statusCode' in error)) return null;
  const { statusCode } = error;
  return typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500 ? statusCode : null;
}

/** The answer for an error; null for a bug, which is answered with a bare 500. */
export function refusalOf(error: unknown): Refusal | null {
  if (error instanceof ControlError) return refusal(error.statusCode, error.code, error.message);
  if (error instanceof WorldError) return fromWorldError(error);
  const status = frameworkStatus(error);
  return status === null || !(error instanceof Error) ? null : refusal(status, 'badRequest', error.message);
}
