import type { CALLS } from '@pasar/api';
import { type HandlersOf, inTransaction, reading, withoutTransaction } from '../handler.ts';
import { exportFailedRows, importRows, importShops, imports, importTemplate } from './import.ts';
import { answerChallenge, cancelSignIn, retrySignIn, signInAgain, signIns, startSignIn } from './sign-in.ts';

export const SIGN_IN_HANDLERS: HandlersOf<typeof CALLS.signIn> = {
  startSignIn: inTransaction(startSignIn),
  signInAgain: inTransaction(signInAgain),
  answerChallenge: inTransaction(answerChallenge),
  retrySignIn: inTransaction(retrySignIn),
  cancelSignIn: inTransaction(cancelSignIn),
  signIns: reading(signIns),
  importShops: withoutTransaction(importShops),
  importTemplate: withoutTransaction(importTemplate),
  imports: reading(imports),
  importRows: reading(importRows),
  exportFailedRows: reading(exportFailedRows),
};
