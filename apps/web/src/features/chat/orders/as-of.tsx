import type { LookedUp } from '../../../base/look-up.ts';
import { useTranslation } from '../../../base/texts/i18n.ts';
import { fullTime } from '../../../base/texts/time-format.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { useNow } from '../../../ui/use-now.ts';
import { ageText } from '../texts/texts.ts';
import styles from './orders.module.css';

/** Less than this is "just now" (our choice). */
const NOW_MS = 60_000;

/** How old the marketplace's answer is, and a button that asks again. Nothing while there is no answer. */
export function AsOf({ look }: { readonly look: LookedUp<{ readonly asOf: number }> }) {
  const { t } = useTranslation('orders');
  const { t: chat } = useTranslation('chat');
  const now = useNow();
  if (look.state !== 'found' && look.state !== 'stale') return null;
  const { asOf } = look.data;
  const isAsking = look.state === 'stale' && look.failure === null;
  const words = now - asOf < NOW_MS ? t('asOf.now') : t('asOf.age', { age: ageText(asOf, now, chat) });
  return (
    <p className={styles.asOf}>
      <span role="status" data-tip={fullTime(asOf)}>
        {isAsking ? t('asOf.asking') : words}
        <span className="visually-hidden"> {fullTime(asOf)}</span>
      </span>
      <IconButton icon="retry" label={t('asOf.refresh')} disabled={isAsking} onClick={look.again} />
    </p>
  );
}
