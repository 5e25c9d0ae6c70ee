import { type ReactNode, useId } from 'react';
import { Button } from './button.tsx';
import styles from './confirm-dialog.module.css';
import { onOwnCancel, useModal } from './use-modal.ts';

/** Asks before an action that cannot be undone. The button that changes nothing has the focus. */
export function ConfirmDialog(props: {
  readonly title: string;
  readonly text: string;
  readonly confirm: string;
  readonly cancel: string;
  /** `danger` where the action deletes something for good. */
  readonly tone?: 'danger';
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  /** The object of the action, such as the text of a message. */
  readonly children?: ReactNode;
}) {
  const id = useId();
  const dialog = useModal();
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      onCancel={onOwnCancel(props.onClose)}
    >
      <h2 id={`${id}-title`} className={styles.title}>
        {props.title}
      </h2>
      {props.children !== undefined && <blockquote className={styles.about}>{props.children}</blockquote>}
      <p id={`${id}-text`} className={styles.text}>
        {props.text}
      </p>
      <div className={styles.actions}>
        <Button kind="plain" onClick={props.onClose}>
          {props.cancel}
        </Button>
        <Button
          kind={props.tone ?? 'primary'}
          onClick={() => {
            props.onClose();
            props.onConfirm();
          }}
        >
          {props.confirm}
        </Button>
      </div>
    </dialog>
  );
}
