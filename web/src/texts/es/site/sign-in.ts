/** Sign-in by emailed link or code, on the login page and over a page whose session has ended. */
export const signInTexts = {
  ask: {
    label: 'Correo electrónico, teléfono o referencia de cliente',
    hint: 'Enviaremos un enlace y un código a la dirección de correo electrónico que tenemos registrada.',
    missing: 'Escriba su correo electrónico, teléfono o referencia de cliente.',
    submit: 'Enviarme un enlace de acceso',
  },
  code: {
    label: (digits) => `Código de ${digits} dígitos del correo`,
    incomplete: (digits) => `El código tiene ${digits} dígitos.`,
    submit: 'Iniciar sesión',
  },
  checkMail: 'Revise su correo electrónico',
  mailSent: (typed) =>
    `Si tenemos “${typed}” registrado, recibirá un correo con un enlace y un código. Abra el enlace ` +
    'en este navegador o escriba el código. Ambos sirven durante 10 minutos.',
  nothingCame: '¿No lo recibió? Inténtelo de nuevo',
  again: {
    title: 'Inicie sesión de nuevo',
    why:
      'Su sesión se cerró, quizás porque estuvo ausente un rato. Inicie sesión para continuar donde ' +
      'estaba. Nada de esta página se pierde.',
  },
  login: {
    title: 'Iniciar sesión',
    text: (company) => `Vea y pague lo que le debe a ${company}. No necesita contraseña.`,
    someCompany: 'la empresa',
    deadLink: 'Ese enlace ya se usó o venció. Solicite uno nuevo aquí.',
  },
  enter: {
    title: (company) => `Continuar a ${company}`,
    somePortal: 'el portal',
    otherBrowser:
      'Abrió el enlace en otro navegador. Escriba el código del mismo correo para ' + 'continuar.',
    busy: 'Iniciando su sesión',
  },
} satisfies typeof import('../../en/site/sign-in.ts').signInTexts;
