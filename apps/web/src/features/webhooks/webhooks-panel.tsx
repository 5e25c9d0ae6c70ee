import type { WebhookView } from '@pasar/api';
import { WEBHOOK_LIMITS } from '@pasar/domain';
import { useId, useState } from 'react';
import { useLookUp } from '../../base/look-up.ts';
import { LookedUpPart } from '../../base/looked-up.tsx';
import { failureText } from '../../base/texts/failure-text.ts';
import { useLocale, useTranslation } from '../../base/texts/i18n.ts';
import { listText } from '../../base/texts/list-text.ts';
import { fullTime } from '../../base/texts/time-format.ts';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Icon } from '../../ui/icon.tsx';
import section from '../../ui/section.module.css';
import { toast } from '../../ui/toasts.tsx';
import { testWebhook } from './commands.ts';
import { Deliveries } from './deliveries.tsx';
import { EVENT_TEXTS, OFF_TEXTS } from './event-texts.ts';
import { WEBHOOKS } from './look-ups.ts';
import { WebhookDialog } from './webhook-dialog.tsx';
import styles from './webhooks-panel.module.css';

/** The servers of the seller's own that are told of events. For the main account alone. */
export function WebhooksPanel() {
  const { t } = useTranslation('webhooks');
  const look = useLookUp(WEBHOOKS, {});
  const [open, setOpen] = useState<WebhookView | 'new' | null>(null);
  const webhooks = look.state === 'found' || look.state === 'stale' ? look.data.webhooks : [];
  return (
    <>
      <header className={section.head}>
        <div>
          <h2>{t('title')}</h2>
          <p className={section.hint}>{t('text')}</p>
        </div>
        {webhooks.length > 0 && webhooks.length < WEBHOOK_LIMITS.perAccount && (
          <Button kind="primary" onClick={() => setOpen('new')}>
            <Icon name="plus" size={15} />
            {t('add')}
          </Button>
        )}
      </header>
      <LookedUpPart
        look={look}
        draw={() =>
          webhooks.length === 0 ? (
            <Empty icon="plug" title={t('empty.title')} text={t('empty.text')}>
              <Button kind="primary" onClick={() => setOpen('new')}>
                {t('add')}
              </Button>
            </Empty>
          ) : (
            <ul className={styles.list}>
              {webhooks.map((webhook) => (
                <Webhook key={webhook.webhookId} webhook={webhook} onChange={() => setOpen(webhook)} />
              ))}
            </ul>
          )
        }
      />
      {open !== null && <WebhookDialog webhook={open === 'new' ? null : open} onClose={() => setOpen(null)} />}
    </>
  );
}

function Webhook({ webhook, onChange }: { readonly webhook: WebhookView; readonly onChange: () => void }) {
  const { t } = useTranslation('webhooks');
  const { t: common } = useTranslation('common');
  const locale = useLocale();
  const id = useId();
  const [isLogOpen, setIsLogOpen] = useState(false);
  const { webhookId, address, events, shopIds, isOn } = webhook;
  const test = async () => {
    const result = await testWebhook(webhookId);
    if (!result.ok) return toast('bad', failureText(result.failure, common));
    setIsLogOpen(true);
  };
  return (
    <li className={styles.webhook} aria-labelledby={id}>
      <div className={styles.facts}>
        <h3 id={id}>{address}</h3>
        <State webhook={webhook} />
        <p className={section.hint}>
          {listText(
            events.map((event) => t(EVENT_TEXTS[event])),
            locale,
          )}
          {' · '}
          {shopIds === null ? t('shops.all') : t('shops.count', { count: shopIds.length })}
        </p>
      </div>
      <div className={styles.actions}>
        <Button
          kind="plain"
          aria-expanded={isLogOpen}
          aria-controls={`${id}-log`}
          onClick={() => setIsLogOpen(!isLogOpen)}
        >
          {t('log')}
        </Button>
        {isOn && (
          <Button kind="plain" onClick={() => void test()}>
            {t('test')}
          </Button>
        )}
        <Button kind="plain" onClick={onChange}>
          {t('change')}
        </Button>
      </div>
      <div id={`${id}-log`} className={styles.log} hidden={!isLogOpen}>
        {isLogOpen && <Deliveries webhookId={webhookId} />}
      </div>
    </li>
  );
}

/** Whether it works; in words, because a colour alone tells nobody what to do. */
function State({ webhook: { isOn, off, failingSince, waiting } }: { readonly webhook: WebhookView }) {
  const { t } = useTranslation('webhooks');
  const waits = waiting > 0 ? ` · ${t('waiting', { count: waiting })}` : '';
  if (off !== null) {
    return (
      <p className={styles.bad} role="alert">
        {t(OFF_TEXTS[off.reason], { at: fullTime(off.at) })}
      </p>
    );
  }
  if (!isOn) return <p className={styles.quiet}>{t('isOff')}</p>;
  if (failingSince !== null) {
    return <p className={styles.bad}>{`${t('failingSince', { at: fullTime(failingSince) })}${waits}`}</p>;
  }
  return <p className={styles.good}>{`${t('isOn')}${waits}`}</p>;
}
