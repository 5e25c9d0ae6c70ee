import type { LookedUp } from '../../../base/look-up.ts';
import { useTranslation } from '../../../base/texts/i18n.ts';
import { fullTime } from '../../../base/texts/time-format.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { useAsOfWords } from '../cards/as-of-words.ts';
import parts from './tab.module.css';

/** How old an answer is; its time on hover. `isAsking`: a newer one is under way. */
export function AsOfWords({ asOf, isAsking = false }: { readonly asOf: number; readonly isAsking?: boolean }) {
  const { t } = useTranslation('cards');
  const words = useAsOfWords(asOf);
  return (
    <span data-tip={fullTime(asOf)}>
      {isAsking ? t('asOf.asking') : words}
      <span className="visually-hidden"> {fullTime(asOf)}</span>
    </span>
  );
}

/** How old the marketplace's answer is, and a button that asks again. Nothing while there is no answer. */
export function AsOf({ look }: { readonly look: LookedUp<{ readonly asOf: number }> }) {
  const { t } = useTranslation('cards');
  if (look.state !== 'found' && look.state !== 'stale') return null;
  const isAsking = look.state === 'stale' && look.failure === null;
  return (
    <p className={parts.asOf}>
      <span role="status">
        <AsOfWords asOf={look.data.asOf} isAsking={isAsking} />
      </span>
      <IconButton icon="retry" label={t('asOf.refresh')} disabled={isAsking} onClick={look.again} />
    </p>
  );
}
