import type { ShopId } from '@pasar/domain';
import { useState } from 'react';
import { failureText } from '../../../base/texts/failure-text.ts';
import { useTranslation } from '../../../base/texts/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { toast } from '../../../ui/toasts.tsx';
import { giveOwnRules, removeOwnRules } from './commands.ts';

/** Gives a shop rules of its own, after a question. */
export function GiveOwnRules({ shopId, country }: { readonly shopId: ShopId; readonly country: string }) {
  const { t } = useTranslation('autoReply');
  return (
    <Asked
      kind="primary"
      button={t('own.give')}
      title={t('own.giveTitle')}
      text={t('own.giveText', { country })}
      run={() => giveOwnRules(shopId)}
    />
  );
}

/** Lets the rules of the country hold for the shop again, after a question. */
export function RemoveOwnRules({ shopId, country }: { readonly shopId: ShopId; readonly country: string }) {
  const { t } = useTranslation('autoReply');
  return (
    <Asked
      kind="danger"
      button={t('own.remove')}
      title={t('own.removeTitle')}
      text={t('own.removeText', { country })}
      run={() => removeOwnRules(shopId)}
    />
  );
}

function Asked(props: {
  readonly kind: 'primary' | 'danger';
  readonly button: string;
  readonly title: string;
  readonly text: string;
  readonly run: () => ReturnType<typeof giveOwnRules>;
}) {
  const { t } = useTranslation('autoReply');
  const { t: common } = useTranslation('common');
  const [isAsked, setIsAsked] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const run = async () => {
    setIsBusy(true);
    const result = await props.run();
    setIsBusy(false);
    if (!result.ok) toast('bad', failureText(result.failure, common));
  };
  return (
    <>
      <Button kind={props.kind === 'danger' ? 'plain' : 'primary'} disabled={isBusy} onClick={() => setIsAsked(true)}>
        {props.button}
      </Button>
      {isAsked && (
        <ConfirmDialog
          title={props.title}
          text={props.text}
          confirm={props.button}
          cancel={t('cancel')}
          {...(props.kind === 'danger' ? { tone: 'danger' as const } : {})}
          onConfirm={() => void run()}
          onClose={() => setIsAsked(false)}
        />
      )}
    </>
  );
}
