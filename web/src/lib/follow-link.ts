// Opens an address the way the server says: beside this page, or as a file. A link of its own, because a
// window opened by a script after an answer is what browsers block.

type LinkType = 'new_tab' | 'download';

export function followLink({ link, type }: { link: string; type: LinkType }): void {
  const anchor = document.createElement('a');
  anchor.href = link;
  anchor.rel = 'noopener';
  if (type === 'download') anchor.download = '';
  else anchor.target = '_blank';
  document.body.append(anchor);
  anchor.click();
  anchor.remove();
}
