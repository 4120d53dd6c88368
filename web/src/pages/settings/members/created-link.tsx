import type { CreatedInvitation } from '../../../api/types';
import { Button } from '../../../ui/button';
import { DialogActions } from '../../../ui/dialog-actions';
import { Notice } from '../../../ui/notice';
import { Secret } from '../../../ui/secret';
import { Time } from '../../../ui/time';

/** The link of a new invitation. The API never shows it again. */
export function CreatedLink({
  created: { link, expires_at: expiresAt },
  onClose,
}: {
  created: CreatedInvitation;
  onClose: () => void;
}) {
  return (
    <>
      <Notice tone="warn">
        Copy the link now and send it to the person: it is shown only once. Anyone who has it can accept the
        invitation.
      </Notice>
      <Secret text={link} copyLabel="Copy the link" />
      <p>
        It works once, until <Time at={expiresAt} />.
      </p>
      <DialogActions>
        <Button variant="primary" onPress={onClose}>
          I have copied it
        </Button>
      </DialogActions>
    </>
  );
}
