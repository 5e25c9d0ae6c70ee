import { useState } from 'react';
import { failureText } from '../../../base/texts/failure-text.ts';
import { useTranslation } from '../../../base/texts/i18n.ts';
import { changeTagRules, type Step } from './commands.ts';

/** Makes a step, and then says what is wrong; null: it was made. */
export function useMaking() {
  const { t: common } = useTranslation('common');
  const [isBusy, setIsBusy] = useState(false);
  const make = async (step: Step): Promise<string | null> => {
    setIsBusy(true);
    const result = await changeTagRules(step);
    setIsBusy(false);
    return result.ok ? null : failureText(result.failure, common);
  };
  return { make, isBusy };
}
