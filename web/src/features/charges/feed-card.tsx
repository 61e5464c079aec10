// The private calendar feed: create, renew, revoke. Its address is shown once.

import { useState } from 'react';
import { upcomingTexts } from '#texts/account/upcoming';
import { createFeed, revokeFeed } from '../../state/account/upcoming.ts';
import { failureText } from '../../state/store/failure-text.ts';
import { useAppDispatch } from '../../state/store/hooks.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { Input } from '../../ui/form/input.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Stack } from '../../ui/layout/stack.tsx';
import { Heading } from '../../ui/text/heading.tsx';
import { Text } from '../../ui/text/text.tsx';

const texts = upcomingTexts.feed;

type FeedCardProps = { isActive: boolean; onChanged: () => void };

export function FeedCard({ isActive, onChanged }: FeedCardProps) {
  const dispatch = useAppDispatch();
  const [url, setUrl] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const create = async (): Promise<void> => {
    const answered = await dispatch(createFeed());
    setProblem(answered.isOk ? null : failureText(answered.failure));
    if (answered.isOk) setUrl(answered.value.url);
    onChanged();
  };
  const revoke = async (): Promise<void> => {
    const answered = await dispatch(revokeFeed());
    setProblem(answered.isOk ? texts.revoked : failureText(answered.failure));
    setUrl(null);
    onChanged();
  };
  return (
    <Card label={texts.title}>
      <Stack gap={4}>
        <Heading level={2}>{texts.title}</Heading>
        <Text tone="muted">{texts.text}</Text>
        {problem && <Notice tone="info">{problem}</Notice>}
        {url ? (
          <Input
            label={texts.address}
            hint={texts.copy}
            readOnly
            value={url}
            onFocus={({ target }) => target.select()}
          />
        ) : (
          isActive && <Text>{texts.active}</Text>
        )}
        <Stack direction="row" gap={3} wraps>
          <Button variant="secondary" onClick={() => void create()}>
            {isActive ? texts.renew : texts.create}
          </Button>
          {isActive && (
            <Button variant="quiet" onClick={() => void revoke()}>
              {texts.revoke}
            </Button>
          )}
        </Stack>
      </Stack>
    </Card>
  );
}
