// The private calendar feed: create, renew, revoke. Its address is shown only once.

import { useState } from 'react';
import { upcomingTexts } from '#texts/account/upcoming';
import { Button } from '../../shared/ui/actions/button.tsx';
import { Notice } from '../../shared/ui/feedback/notice.tsx';
import { Input } from '../../shared/ui/form/input.tsx';
import { Card } from '../../shared/ui/layout/card.tsx';
import { Stack } from '../../shared/ui/layout/stack.tsx';
import { Heading } from '../../shared/ui/text/heading.tsx';
import { Text } from '../../shared/ui/text/text.tsx';
import { failureText } from '../store/failure-text.ts';
import { useAppDispatch } from '../store/hooks.ts';
import { toastShown } from '../store/toasts.ts';
import { createFeed, revokeFeed } from '../store/upcoming.ts';

const texts = upcomingTexts.feed;

type FeedCardProps = { isActive: boolean; onChanged: () => void };
type Said = { tone: 'info' | 'danger'; text: string };

function useFeed(onChanged: () => void) {
  const dispatch = useAppDispatch();
  const [url, setUrl] = useState<string | null>(null);
  const [said, setSaid] = useState<Said | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const create = async (): Promise<void> => {
    setIsBusy(true);
    const answered = await dispatch(createFeed());
    setIsBusy(false);
    setSaid(answered.isOk ? null : { tone: 'danger', text: failureText(answered.failure) });
    if (answered.isOk) setUrl(answered.value.url);
    onChanged();
  };
  const revoke = async (): Promise<void> => {
    setIsBusy(true);
    const answered = await dispatch(revokeFeed());
    setIsBusy(false);
    if (answered.isOk) setUrl(null);
    setSaid(
      answered.isOk
        ? { tone: 'info', text: texts.revoked }
        : { tone: 'danger', text: failureText(answered.failure) },
    );
    onChanged();
  };
  return { url, said, isBusy, create, revoke };
}

export function FeedCard({ isActive, onChanged }: FeedCardProps) {
  const { url, said, isBusy, create, revoke } = useFeed(onChanged);
  return (
    <Card label={texts.title}>
      <Stack gap={4}>
        <Heading level={2}>{texts.title}</Heading>
        <Text tone="muted">{texts.text}</Text>
        {said && <Notice tone={said.tone}>{said.text}</Notice>}
        {url ? <Address url={url} /> : isActive && <Text>{texts.active}</Text>}
        <Stack direction="row" gap={3} wraps>
          <Button variant="secondary" isLoading={isBusy} onClick={() => void create()}>
            {isActive ? texts.renew : texts.create}
          </Button>
          {isActive && (
            <Button variant="quiet" disabled={isBusy} onClick={() => void revoke()}>
              {texts.revoke}
            </Button>
          )}
        </Stack>
      </Stack>
    </Card>
  );
}

/** A tap selects the whole address, because it is wider than a phone. */
function Address({ url }: { url: string }) {
  const dispatch = useAppDispatch();
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(url);
      dispatch(toastShown({ tone: 'success', text: texts.copied }));
    } catch {
      dispatch(toastShown({ tone: 'error', text: texts.notCopied }));
    }
  };
  return (
    <Stack gap={3}>
      <Input
        label={texts.address}
        hint={texts.once}
        readOnly
        value={url}
        onFocus={({ target }) => target.select()}
      />
      <div>
        <Button onClick={() => void copy()}>{texts.copy}</Button>
      </div>
    </Stack>
  );
}
