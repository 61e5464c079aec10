// The page that a payer's email links to: verifies the microdeposits by their code.
const { client_secret } = JSON.parse(decodeURIComponent(location.hash.slice(1)));
const element = (id) => document.getElementById(id);

async function verify(descriptor_code) {
  const response = await fetch(new URL('verify', location.href), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_secret, descriptor_code }),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error.message);
}

element('form').addEventListener('submit', async (event) => {
  event.preventDefault();
  try {
    await verify(element('code').value.trim().toUpperCase());
    element('question').textContent = 'Your bank account is verified. You can close this page.';
    element('form').hidden = true;
  } catch (error) {
    element('question').textContent = error.message;
  }
});
