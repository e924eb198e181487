// Menu, dialog and toast of the design system.
import { ConfirmButton } from '../../components/confirm.js'

export const Overlays = () => (
  <section>
    <h2>Menu, dialog, toast</h2>
    <div class="row">
      <button type="button" popovertarget="example-menu">
        Open the menu
      </button>
      <ConfirmButton
        id="example-dialog"
        label="Open the dialog"
        href="/styleguide"
        title="Remove Crossroads?"
        text="Headcount stops measuring it for this account."
        yes="Remove game"
        no="Cancel"
        action="/theme"
      />
      <form method="post" action="/theme">
        <input type="hidden" name="return" value="/styleguide" />
        <button type="submit" name="theme" value="auto">
          Reset the theme
        </button>
      </form>
    </div>
    <div class="menu" id="example-menu" popover="auto">
      <p class="menu-label">Signed in as Mara</p>
      <ul>
        <li>
          <a href="#menu" aria-current="true">
            Studio
          </a>
        </li>
        <li>
          <a href="#menu" data-state="hover">
            Second studio
          </a>
        </li>
      </ul>
      <hr />
      <button type="button">Sign out</button>
    </div>
    <dialog class="toast static" open aria-label="Example of a toast">
      <p role="status">Saved the settings of Crossroads.</p>
      <form method="dialog">
        <button class="quiet icon" type="submit" aria-label="Close">
          ✕
        </button>
      </form>
    </dialog>
  </section>
)
