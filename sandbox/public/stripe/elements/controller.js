// The invisible frame: calls the API for a page without elements, for instance after its server has
// confirmed an intent.
import { listenToPage } from './parent.js';
import { confirmIntent, intentPath, post, retrieveIntent } from './requests.js';

listenToPage({
  retrieve: ({ clientSecret }) => retrieveIntent(clientSecret),
  confirm: confirmIntent,
  async verifyMicrodeposits({ clientSecret, evidence }) {
    const path = `${intentPath(clientSecret)}/verify_microdeposits`;
    const { body, error } = await post(path, { ...evidence, client_secret: clientSecret });
    return { intent: body, error };
  },
});
