import { type CallResult, fromBase64, type SpreadsheetFile } from '@pasar/sync';
import { saveFile } from '../ui/save-file.ts';
import { toast } from '../ui/toasts.tsx';
import { failureText } from './texts/failure-text.ts';
import type { Translate } from './texts/i18n.ts';

/** Waits for a call; a failure is shown in a message at the foot of the window. */
export async function toldOf<Data>(
  asked: Promise<CallResult<Data>>,
  t: Translate<'common'>,
): Promise<CallResult<Data>> {
  const result = await asked;
  if (!result.ok) toast('bad', failureText(result.failure, t));
  return result;
}

/** Offers the answer of a call as a file. */
export async function saveSpreadsheet(
  asked: Promise<CallResult<SpreadsheetFile>>,
  t: Translate<'common'>,
): Promise<void> {
  const result = await toldOf(asked, t);
  if (!result.ok) return;
  saveFile(new Blob([fromBase64(result.data.file)]), result.data.fileName);
}
