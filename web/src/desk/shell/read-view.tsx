// The data that was read, a skeleton, or the reason it is missing. The last response stays visible if a reload
// fails.

import type { ReactNode } from 'react';
import { ErrorState } from '../../shared/ui/feedback/error-state.tsx';
import { Notice } from '../../shared/ui/feedback/notice.tsx';
import { Skeleton } from '../../shared/ui/feedback/skeleton.tsx';
import { Card } from '../../shared/ui/layout/card.tsx';
import { Stack } from '../../shared/ui/layout/stack.tsx';
import { toSentence } from '../api/failure.ts';
import type { Read } from '../api/use-read.ts';
import { failureTexts } from '../texts/failures.ts';

type ReadViewProps<Answer> = {
  read: Pick<Read<Answer>, 'answer' | 'failure' | 'isReading' | 'again'>;
  waiting?: ReactNode;
  children: (answer: Answer) => ReactNode;
};

const LINES = ['38%', '72%', '64%', '55%'];

export function ReadView<Answer>({ read, waiting = <Waiting />, children }: ReadViewProps<Answer>) {
  const { answer, failure, isReading, again } = read;
  if (answer === null && failure)
    return (
      <Card>
        <ErrorState
          title={failureTexts.notLoaded}
          text={toSentence(failure)}
          isRetrying={isReading}
          onRetry={again}
        />
      </Card>
    );
  if (answer === null) return waiting;
  return (
    <>
      {failure && (
        <Notice tone="warning" action={{ label: failureTexts.tryAgain, onClick: again }}>
          {toSentence(failure)}
        </Notice>
      )}
      {children(answer)}
    </>
  );
}

function Waiting() {
  return (
    <Card>
      <div aria-busy="true">
        <Stack gap={3}>
          {LINES.map((width) => (
            <Skeleton key={width} width={width} />
          ))}
        </Stack>
      </div>
    </Card>
  );
}
