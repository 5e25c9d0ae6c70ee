import type { WebhookView } from '@pasar/api';
import { type ShopId, WEBHOOK_EVENTS, type WebhookEventName } from '@pasar/domain';
import { type FormEvent, useId, useState } from 'react';
import { failureText } from '../../base/texts/failure-text.ts';
import { useTranslation } from '../../base/texts/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import form from '../../ui/form-dialog.module.css';
import { onOwnCancel, useModal } from '../../ui/use-modal.ts';
import { addWebhook, deleteWebhook, renewWebhookSecret, saveWebhook } from './commands.ts';
import { EVENT_TEXTS } from './event-texts.ts';
import { Secret } from './secret.tsx';
import { ShopsField } from './shops-field.tsx';

interface Draft {
  readonly address: string;
  readonly events: readonly WebhookEventName[];
  readonly shopIds: readonly ShopId[] | null;
  readonly isOn: boolean;
}

const draftOf = (webhook: WebhookView | null): Draft => ({
  address: webhook?.address ?? '',
  events: webhook?.events ?? ['message.received'],
  shopIds: webhook?.shopIds ?? null,
  isOn: webhook?.isOn ?? true,
});

/** Adds a webhook, or changes or deletes it. Its secret is shown once, when it is made. */
export function WebhookDialog(props: {
  /** Null for a new webhook. */
  readonly webhook: WebhookView | null;
  readonly onClose: () => void;
}) {
  const { webhook, onClose } = props;
  const { t } = useTranslation('webhooks');
  const id = useId();
  const dialog = useModal();
  const [draft, setDraft] = useState(() => draftOf(webhook));
  const [asked, setAsked] = useState<'delete' | 'renew' | null>(null);
  const { save, renew, remove, problem, isBusy, secret } = useSaving(webhook, onClose);
  const set = (over: Partial<Draft>) => setDraft({ ...draft, ...over });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void save(draft);
  };
  return (
    <dialog ref={dialog} className={form.dialog} aria-labelledby={id} onCancel={onOwnCancel(onClose)}>
      {secret !== null ? (
        <Secret titleId={id} secret={secret} onClose={onClose} />
      ) : (
        <form className={form.form} onSubmit={submit}>
          <h2 id={id} className={form.title}>
            {t(webhook === null ? 'add' : 'changeTitle')}
          </h2>
          <label className={form.field}>
            <span>{t('field.address')}</span>
            <input
              data-first=""
              type="url"
              value={draft.address}
              maxLength={2_000}
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => set({ address: event.currentTarget.value })}
            />
          </label>
          <fieldset className={form.part}>
            <legend>{t('field.events')}</legend>
            <div className={form.choices}>
              {WEBHOOK_EVENTS.map((event) => (
                <label key={event}>
                  <input
                    type="checkbox"
                    checked={draft.events.includes(event)}
                    onChange={({ currentTarget: { checked } }) =>
                      set({
                        events: WEBHOOK_EVENTS.filter((one) => (one === event ? checked : draft.events.includes(one))),
                      })
                    }
                  />
                  {t(EVENT_TEXTS[event])}
                </label>
              ))}
            </div>
          </fieldset>
          <ShopsField shopIds={draft.shopIds} onChange={(shopIds) => set({ shopIds })} />
          {webhook !== null && (
            <div className={form.choices}>
              <label>
                <input
                  type="checkbox"
                  checked={draft.isOn}
                  onChange={(event) => set({ isOn: event.currentTarget.checked })}
                />
                {t('field.isOn')}
              </label>
              <Button kind="link" onClick={() => setAsked('renew')}>
                {t('secret.renew')}
              </Button>
            </div>
          )}
          {problem !== null && (
            <p className={form.bad} role="alert">
              {problem}
            </p>
          )}
          <footer className={form.actions}>
            {webhook !== null && (
              <Button kind="danger" data-side="" onClick={() => setAsked('delete')}>
                {t('delete')}
              </Button>
            )}
            <Button kind="plain" onClick={onClose}>
              {t('cancel')}
            </Button>
            <Button kind="primary" type="submit" disabled={isBusy || draft.address.trim() === ''}>
              {t('save')}
            </Button>
          </footer>
        </form>
      )}
      {asked !== null && webhook !== null && (
        <ConfirmDialog
          title={t(asked === 'delete' ? 'delete.title' : 'secret.renew.title')}
          text={t(asked === 'delete' ? 'delete.text' : 'secret.renew.text')}
          confirm={t(asked === 'delete' ? 'delete' : 'secret.renew')}
          cancel={t('cancel')}
          {...(asked === 'delete' ? { tone: 'danger' as const } : {})}
          onConfirm={() => {
            setAsked(null);
            void (asked === 'delete' ? remove() : renew());
          }}
          onClose={() => setAsked(null)}
        >
          {webhook.address}
        </ConfirmDialog>
      )}
    </dialog>
  );
}

/** `secret`: of the webhook that was just added, or the new one. */
function useSaving(webhook: WebhookView | null, onClose: () => void) {
  const { t } = useTranslation('webhooks');
  const { t: common } = useTranslation('common');
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const save = async ({ isOn, address, events, shopIds }: Draft) => {
    if (events.length === 0) return setProblem(t('noEvent'));
    if (shopIds?.length === 0) return setProblem(t('noShop'));
    const settings = { address, events: [...events], shopIds: shopIds === null ? null : [...shopIds] };
    setProblem(null);
    setIsBusy(true);
    if (webhook === null) {
      const result = await addWebhook(settings);
      if (result.ok) setSecret(result.data.secret);
      else setProblem(failureText(result.failure, common));
    } else {
      const result = await saveWebhook(webhook.webhookId, isOn, settings);
      if (result.ok) onClose();
      else setProblem(failureText(result.failure, common));
    }
    setIsBusy(false);
  };
  const renew = async () => {
    if (webhook === null) return;
    const result = await renewWebhookSecret(webhook.webhookId);
    if (result.ok) setSecret(result.data.secret);
    else setProblem(failureText(result.failure, common));
  };
  const remove = async () => {
    if (webhook === null) return;
    const result = await deleteWebhook(webhook.webhookId);
    if (result.ok) onClose();
    else setProblem(failureText(result.failure, common));
  };
  return { save, renew, remove, problem, isBusy, secret };
}
