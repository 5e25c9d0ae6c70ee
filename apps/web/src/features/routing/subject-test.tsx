import type { IpSubjectView } from '@pasar/api';
import { useState } from 'react';
import { failureText } from '../../base/texts/failure-text.ts';
import { useLocale, useTranslation } from '../../base/texts/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { testSubject } from './commands.ts';
import { testedText } from './exit-text.ts';
import styles from './isolation-panel.module.css';

type Result = { readonly isGood: boolean; readonly text: string };

/** Tests a saved proxy with its stored password, and says what came of it. */
export function SubjectTest({ subject }: { readonly subject: IpSubjectView }) {
  const { t } = useTranslation('routing');
  const { t: common } = useTranslation('common');
  const locale = useLocale();
  const [isBusy, setIsBusy] = useState(false);
  const [result, setResult] = useState<Result | null>(null);
  const run = async () => {
    setIsBusy(true);
    const tested = await testSubject(subject);
    setIsBusy(false);
    setResult(
      tested.ok
        ? { isGood: true, text: testedText(tested.data.hosts, locale, t) }
        : { isGood: false, text: failureText(tested.failure, common) },
    );
  };
  return (
    <>
      <Button
        kind="link"
        aria-label={t('test.of', { name: subject.name === '' ? `${subject.ip}:${subject.port}` : subject.name })}
        disabled={isBusy}
        onClick={() => void run()}
      >
        {t(isBusy ? 'test.busy' : 'test')}
      </Button>
      {result !== null && (
        <span
          className={`${styles.result} ${result.isGood ? styles.good : styles.problem}`}
          role={result.isGood ? 'status' : 'alert'}
          data-tested={result.isGood ? 'good' : 'bad'}
        >
          {result.text}
        </span>
      )}
    </>
  );
}
