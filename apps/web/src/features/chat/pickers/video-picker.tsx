import { SCREEN_LIMITS, VIDEO_LIMITS } from '@pasar/domain';
import { useRef } from 'react';
import { useTranslation } from '../../../base/texts/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { openComposer } from '../place/open-composer.ts';
import styles from './picker.module.css';
import type { PickProps } from './props.ts';

const MEGABYTE = 1024 * 1024;

/** Videos come from the person's own files, and wait in the composer until they are sent. */
export function VideoPicker({ shop, onPick }: PickProps) {
  const { t } = useTranslation('pickers');
  const input = useRef<HTMLInputElement>(null);
  const limits = VIDEO_LIMITS[shop.marketplace];
  return (
    <div className={styles.files}>
      <Button kind="primary" onClick={() => input.current?.click()}>
        {t('video.choose')}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept="video/mp4"
        aria-label={t('video.choose')}
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])];
          if (files.length === 0) return;
          void openComposer.get()?.attach(files);
          onPick([]);
        }}
      />
      {limits !== null && (
        <p>
          {t('video.limits', {
            max: limits.maxBytes / MEGABYTE,
            minutes: limits.maxSeconds / 60,
            count: SCREEN_LIMITS.attachedAtOnce,
          })}
        </p>
      )}
    </div>
  );
}
