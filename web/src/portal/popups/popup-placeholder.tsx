// Shown in place of a popup that is loading, did not load or could not be rendered. It does not mention money,
// because a payment may be running.

import { popupTexts } from '#texts/site/popups';
import { uiTexts } from '#texts/site/ui';
import { Button } from '../../shared/ui/actions/button.tsx';
import { Spinner } from '../../shared/ui/actions/spinner.tsx';
import { ErrorState } from '../../shared/ui/feedback/error-state.tsx';
import { Stack } from '../../shared/ui/layout/stack.tsx';
import { PlainDialog } from '../../shared/ui/overlay/plain-dialog.tsx';
import { Text } from '../../shared/ui/text/text.tsx';

type Placeholder = { onClose: () => void };

function CloseButton({ onClose }: Placeholder) {
  return (
    <Button variant="quiet" onClick={onClose}>
      {uiTexts.close}
    </Button>
  );
}

export function PopupLoading({ onClose }: Placeholder) {
  return (
    <PlainDialog label={uiTexts.loading} onClose={onClose}>
      <Stack gap={4} align="center">
        <Spinner size="large" />
        <div role="status">
          <Text>{uiTexts.loading}</Text>
        </div>
        <CloseButton onClose={onClose} />
      </Stack>
    </PlainDialog>
  );
}

export function PopupNotLoaded({ onClose, onRetry }: Placeholder & { onRetry: () => void }) {
  return (
    <PlainDialog label={popupTexts.notLoaded} onClose={onClose}>
      <Stack gap={2} align="center">
        <ErrorState title={popupTexts.notLoaded} text={uiTexts.checkConnection} onRetry={onRetry} />
        <CloseButton onClose={onClose} />
      </Stack>
    </PlainDialog>
  );
}

export function PopupNotShown({ onClose }: Placeholder) {
  return (
    <PlainDialog label={uiTexts.somethingWentWrong} onClose={onClose}>
      <Stack gap={2} align="center">
        <ErrorState text={popupTexts.notShown} />
        <CloseButton onClose={onClose} />
      </Stack>
    </PlainDialog>
  );
}
