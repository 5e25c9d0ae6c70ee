import type { Refusal } from '@pasar/domain';
import { useLocale, useTranslation } from '../../../base/texts/i18n.ts';
import { refusalText } from '../../../base/texts/refusal-text.ts';
import { Button } from '../../../ui/button.tsx';
import styles from './translation.module.css';

export type TranslatedTextProps =
  | { readonly kind: 'translation' | 'original'; readonly text: string }
  | { readonly kind: 'failed'; readonly refusal: Refusal; readonly onAgain: () => void };

/** Text is always a text node, never markup: a translation is as foreign as the message. */
export function TranslatedText(props: TranslatedTextProps) {
  const { t } = useTranslation('translate');
  const { t: common } = useTranslation('common');
  const locale = useLocale();
  if (props.kind === 'failed') {
    return (
      <span className={styles.under}>
        <span className={styles.label}>{refusalText(props.refusal, locale, common)}</span>
        <Button kind="link" onClick={props.onAgain}>
          {common('tryAgain')}
        </Button>
      </span>
    );
  }
  return (
    <span className={styles.under}>
      <span className={styles.label}>{t(props.kind === 'original' ? 'under.original' : 'under.translation')}</span>
      <span className={styles.text} data-translation={props.kind} dir="auto">
        {props.text}
      </span>
    </span>
  );
}
