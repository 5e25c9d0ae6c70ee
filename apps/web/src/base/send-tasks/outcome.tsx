import type { BulkSendItemView } from '@pasar/api';
import section from '../../ui/section.module.css';
import { reasonText, useLocale, useTranslation } from '../texts/i18n.ts';
import { ITEM_TEXTS, SKIP_TEXTS } from './texts.ts';

/** What became of a recipient, and why. */
export function Outcome({
  item,
}: {
  readonly item: Pick<BulkSendItemView, 'state' | 'skipped' | 'reason' | 'detail' | 'isAnswered'>;
}) {
  const { t } = useTranslation('sendTasks');
  const locale = useLocale();
  const { skipped, reason, detail } = item;
  const why = skipped !== null ? t(SKIP_TEXTS[skipped]) : reason !== null ? reasonText(reason, locale) : null;
  return (
    <>
      {t(ITEM_TEXTS[item.state])}
      {item.isAnswered && <small className={section.second}>{t('item.answered')}</small>}
      {why !== null && <small className={section.second}>{why}</small>}
      {detail !== null && <small className={section.second}>{detail}</small>}
    </>
  );
}
